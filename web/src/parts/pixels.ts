// Pictures of shapes as pixels, drawn by the browser where no server draws them.

/** How many pixels a picture is wide, or high if it is higher. */
const LENGTH = 1200;

export async function pixels(svg: Blob): Promise<Blob> {
  const { documentElement: picture } = new DOMParser().parseFromString(await svg.text(), 'image/svg+xml');
  const [, , width = 1, height = 1] = (picture.getAttribute('viewBox') ?? '').split(/[ ,]+/).map(Number);
  const scale = LENGTH / Math.max(width, height);
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
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be drawn'))), 'image/png'),
  );
}
