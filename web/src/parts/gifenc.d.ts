// What is used of gifenc, which has no types of its own.
declare module 'gifenc' {
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
