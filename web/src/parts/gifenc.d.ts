// What is used of gifenc, which has no types of its own. It is named by its file: the other one, which bundlers are told to
// take for browsers, is no module, and what it needs besides would come with the first load.
declare module 'gifenc/dist/gifenc.esm.js' {
  type Colour = readonly number[];

  interface FrameOptions {
    palette?: readonly Colour[];
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
    delay?: number;
  }

  interface Encoder {
    writeFrame(indices: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(pixels: Uint8ClampedArray, colours: number): Colour[];
  export function applyPalette(pixels: Uint8ClampedArray, palette: readonly Colour[]): Uint8Array;
}
