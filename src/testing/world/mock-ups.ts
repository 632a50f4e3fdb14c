import { type Artwork, sleeve } from './artwork.ts'

const side = 640
const grounds = ['#e9e5db', '#dfe4e3', '#e6dfe2', '#e3e6db', '#dde2ea', '#ece0d6'] as const

const print = ({ motif }: Artwork, x: number, y: number, size: number) =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 100 100">${motif}</svg>`

const rings = (x: number, y: number, from: number, to: number, step: number, ink: string) =>
  Array.from(
    { length: Math.floor((to - from) / step) },
    (_, at) => `<circle cx="${x}" cy="${y}" r="${from + at * step}" fill="none" stroke="${ink}"/>`,
  ).join('')

const shadow = (x: number, y: number, width: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="11" fill="#000" opacity=".1"/>`

/** Cloth of a garment: the record's own dark tone, so that its print always stands out. */
const cloth = ({ palette }: Artwork) => (palette[0] < '#8' ? palette[0] : palette[3])
/** A print drawn for a light ground would lose its dark shape on dark cloth: it keeps its own patch. */
const printed = (art: Artwork, x: number, y: number, size: number) =>
  art.palette[0] < '#8' ? print(art, x, y, size) : sleeve(art, x, y, size)

const seam = 'fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="3"'

/** Things as a shop shows them, by the part of the SKU that names their kind. */
const things: Record<string, (art: Artwork) => string> = {
  LP: (art) =>
    shadow(320, 532, 250) +
    `<circle cx="400" cy="320" r="186" fill="#141615"/>${rings(400, 320, 84, 182, 9, '#303432')}` +
    `<circle cx="400" cy="320" r="66" fill="${art.palette[1]}"/><circle cx="400" cy="320" r="9" fill="#e9e5db"/>` +
    `<path d="M70 128h388v388H70z" fill="#000" opacity=".14"/>${sleeve(art, 66, 124, 388)}`,
  CD: (art) =>
    shadow(320, 520, 220) +
    `<rect x="118" y="130" width="404" height="380" rx="8" fill="#23282a"/>` +
    `<path d="M134 130v380M126 146v348" stroke="#4a5254" stroke-width="3"/>${sleeve(art, 146, 136, 368)}` +
    `<path d="M146 136h368v6H152v362h-6z" fill="#fff" opacity=".35"/>`,
  DIG: (art) =>
    `${sleeve(art, 0, 0, side)}<circle cx="536" cy="536" r="58" fill="${art.palette[3]}"/><path d="M520 508v56l46-28z" fill="#fff"/>`,
  CAS: (art) =>
    shadow(320, 492, 240) +
    `<rect x="92" y="172" width="456" height="296" rx="18" fill="${art.palette[3]}"/>` +
    `<svg x="120" y="196" width="400" height="196" viewBox="0 25 100 49" preserveAspectRatio="xMidYMid slice"><path d="M0 0h100v100H0z" fill="${art.palette[0]}"/>${art.motif}</svg>` +
    `<rect x="196" y="262" width="248" height="84" rx="42" fill="#f4efe2"/>` +
    [242, 398]
      .map(
        (x) =>
          `<circle cx="${x}" cy="304" r="30" fill="#141615"/><circle cx="${x}" cy="304" r="18" fill="none" stroke="#f4efe2" stroke-width="7" stroke-dasharray="9.4 9.4"/>`,
      )
      .join('') +
    `<path d="M186 468l20-52h228l20 52z" fill="#000" opacity=".3"/><circle cx="110" cy="190" r="5" fill="#fff" opacity=".4"/><circle cx="530" cy="190" r="5" fill="#fff" opacity=".4"/>`,
  CAM: (art) =>
    `<path d="M238 92c22 34 142 34 164 0l78 32 92 118-84 62-38-42v290H190V262l-38 42-84-62 92-118z" fill="${cloth(art)}"/>` +
    `<path d="M238 92c22 34 142 34 164 0M190 262l-6-60M450 262l6-60" ${seam}/>${printed(art, 222, 206, 196)}`,
  SUD: (art) =>
    `<path d="M226 118c8-66 180-66 188 0l84 34c30 60 54 180 66 330l-84 12-28-184v238H188V310l-28 184-84-12c12-150 36-270 66-330z" fill="${cloth(art)}"/>` +
    `<path d="M226 118c30 66 158 66 188 0-30-34-158-34-188 0z" fill="#000" opacity=".34"/>` +
    `<path d="M290 164v76M350 164v76" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".75"/>` +
    `<path d="M226 118c30 66 158 66 188 0M226 514l28-86h132l28 86M188 524h264M80 460l86 12M560 460l-86 12" ${seam}/>${printed(art, 246, 244, 148)}`,
  BOL: (art) =>
    shadow(320, 566, 190) +
    `<path d="M232 240V150c0-92 176-92 176 0v90" fill="none" stroke="#cdbf9f" stroke-width="20"/>` +
    `<path d="M150 226h340l18 336H132z" fill="#efe6d0"/><path d="M150 226h340l2 24H148z" fill="#000" opacity=".07"/>${sleeve(art, 210, 290, 220)}`,
  GOR: (art) =>
    shadow(330, 470, 220) +
    `<path d="M132 398c-14-170 92-252 196-252s196 78 190 252z" fill="${cloth(art)}"/>` +
    `<path d="M150 386c120-34 260-34 366 4 44 16 76 44 78 60-96-20-300-32-452-12-20-4-24-36 8-52z" fill="#000" opacity=".42"/>` +
    `<path d="M328 146c-60 60-84 140-86 238M328 146c60 60 84 140 88 238" ${seam}/><circle cx="328" cy="144" r="12" fill="#000" opacity=".4"/>` +
    `<rect x="268" y="236" width="122" height="122" rx="10" fill="${art.palette[0]}"/>${print(art, 274, 242, 110)}`,
  FAN: (art) =>
    `<g transform="rotate(-6 320 320)"><path d="M168 96h328v456H168z" fill="#000" opacity=".12"/><path d="M160 88h328v456H160z" fill="#fbf9f3"/>` +
    `<path d="M160 88h328v456H160z" fill="${art.palette[0]}" opacity=".14"/>${sleeve(art, 184, 112, 280)}` +
    `<path d="M184 420h196M184 448h280M184 472h240M184 496h262" stroke="${art.palette[3]}" stroke-width="9"/>` +
    `<path d="M160 200v34M160 396v34" stroke="#7d8482" stroke-width="6"/></g>`,
}

/** A product's picture as SVG, 640 × 640. `kind` is the part of the SKU that says what it is. */
export function mockUp(kind: string, art: Artwork, nth: number): string {
  const draw = things[kind]
  if (!draw) throw new Error(`No drawing for ${kind}`)
  const ground = grounds[nth % grounds.length] ?? grounds[0]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}"><path d="M0 0h${side}v${side}H0z" fill="${ground}"/>${draw(art)}</svg>`
}

/** A record's sleeve alone, for what has no thing yet. */
export const sleevePicture = (art: Artwork): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${sleeve(art, 0, 0, side)}</svg>`
