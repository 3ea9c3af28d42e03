// Pictures of shapes as pixels, drawn by the browser where no server draws them.
import { applyPalette, GIFEncoder, quantize } from 'gifenc/dist/gifenc.esm.js';

/** How many pixels a picture is wide, or high if it is higher: one that stands still, and one that moves. */
const [STILL, MOVING] = [1200, 600];

/** For how many milliseconds a frame is shown, and the last one. */
const [DELAY, LAST_DELAY] = [800, 3000];

/** The colour that means that a pixel stays as it is; all frames share the others. */
const TRANSPARENT = 255;

async function drawn(svg: Blob, length: number): Promise<HTMLCanvasElement> {
  const { documentElement: picture } = new DOMParser().parseFromString(await svg.text(), 'image/svg+xml');
  const [, , width = 1, height = 1] = (picture.getAttribute('viewBox') ?? '').split(/[ ,]+/).map(Number);
  const scale = length / Math.max(width, height);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  picture.setAttribute('width', String(canvas.width));
  picture.setAttribute('height', String(canvas.height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  await image.decode();
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas;
}

/** A picture as PNG. */
export async function still(svg: Blob): Promise<Blob> {
  const canvas = await drawn(svg, STILL);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be drawn'))), 'image/png'),
  );
}

/** Pictures, one after the other, as a GIF that repeats for ever. */
export async function moving(svgs: readonly Blob[]): Promise<Blob> {
  // What lies beside a board may grow: all frames are as large as the largest of these, as the server has it.
  const samples = [svgs[0], svgs[Math.floor(svgs.length / 2)], svgs.at(-1)].flatMap((svg) => svg ?? []);
  const canvases = await Promise.all(samples.map((svg) => drawn(svg, MOVING)));
  const width = Math.max(...canvases.map((canvas) => canvas.width));
  const height = Math.max(...canvases.map((canvas) => canvas.height));
  const paper = Object.assign(document.createElement('canvas'), { width, height });
  const context = paper.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the picture cannot be drawn');
  const pixels = (canvas: HTMLCanvasElement) => {
    context.clearRect(0, 0, width, height);
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  };
  const sampled = new Uint8ClampedArray(canvases.length * width * height * 4);
  canvases.forEach((canvas, at) => sampled.set(pixels(canvas), at * width * height * 4));
  const palette = quantize(sampled, TRANSPARENT);
  const colours = [...palette, ...Array.from({ length: TRANSPARENT + 1 - palette.length }, () => [0, 0, 0])];
  const gif = GIFEncoder();
  let shown: Uint8Array | null = null;
  for (const [at, svg] of svgs.entries()) {
    const indices = applyPalette(pixels(await drawn(svg, MOVING)), palette);
    // Only what changed is said anew: so it is small.
    const before = shown;
    const changed = before ? indices.map((index, pixel) => (index === before[pixel] ? TRANSPARENT : index)) : indices;
    gif.writeFrame(changed, width, height, {
      ...(before ? {} : { palette: colours, repeat: 0 }),
      transparent: before !== null,
      transparentIndex: TRANSPARENT,
      dispose: 1,
      delay: at === svgs.length - 1 ? LAST_DELAY : DELAY,
    });
    shown = indices;
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}
