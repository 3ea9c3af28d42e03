// The board as a picture to keep.

/** What of an element's look a picture needs, since the page's styles are not in it. */
const KEPT = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'font',
  'text-anchor',
  'dominant-baseline',
  'stop-color',
];

/** Saves the first drawing inside an element as SVG, with the looks it has now. */
export function savePicture(box: Element, name: string): void {
  const drawing = box.querySelector('svg');
  if (!drawing) return;
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  write(drawing, copy);
  copy.querySelectorAll('.site').forEach((site) => site.remove());
  const light = document.querySelector('svg.defs defs');
  if (light) {
    const defs = light.cloneNode(true) as SVGElement;
    write(light, defs);
    copy.prepend(defs);
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', '800');
  copy.removeAttribute('class');
  const text = new XMLSerializer().serializeToString(copy);
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Writes the looks of one element and all in it into another one, which is made alike. */
function write(from: Element, to: Element): void {
  const looks = getComputedStyle(from);
  for (const property of KEPT) {
    const value = looks.getPropertyValue(property);
    if (value && !value.includes('url(')) to.setAttribute(property, value);
  }
  to.removeAttribute('class');
  [...from.children].forEach((child, at) => {
    const twin = to.children[at];
    if (twin) write(child, twin);
  });
}
