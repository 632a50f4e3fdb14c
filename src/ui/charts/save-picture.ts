import { saveBlob } from '../download.ts'

const margin = 16
const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
const round = (value: number) => Math.round(value * 100) / 100

/**
 * A drawing of a page as a picture of its own: what its elements look like at this moment, with sizes and colours written
 * out, and its name on top. Follows texts, backgrounds, upper and left borders, and drawings in SVG; nothing else is in a chart.
 */
export function pictureOf(
  element: HTMLElement,
  name: string,
): { svg: string; width: number; height: number } {
  const box = element.getBoundingClientRect()
  const head = 28
  const [width, height] = [Math.ceil(box.width) + margin * 2, Math.ceil(box.height) + margin * 2 + head]
  const style = getComputedStyle(element)
  const parts: string[] = []
  const place = ({ left, top }: { left: number; top: number }) =>
    [round(left - box.left + margin), round(top - box.top + margin + head)] as const
  follow(element, place, parts)
  const paper = getComputedStyle(document.body).backgroundColor
  return {
    ...{ width, height },
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">
<title>${escaped(name)}</title><rect width="${width}" height="${height}" fill="${paper}"/>
<text x="${margin}" y="${margin + 12}" font-size="16" font-weight="600" fill="${style.color}">${escaped(name)}</text>
${parts.join('\n')}
</svg>`,
  }
}

type Place = (at: { left: number; top: number }) => readonly [number, number]

function follow(element: Element, place: Place, parts: string[]) {
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  if (style.display === 'none' || style.visibility === 'hidden' || element.hasAttribute('data-unseen')) return
  if (element instanceof SVGSVGElement) return void parts.push(drawing(element, place(box), box))
  parts.push(...surface(style, place(box), box))
  for (const child of element.childNodes) {
    if (child instanceof Element) follow(child, place, parts)
    else if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim())
      parts.push(written(child, child.textContent, style, place))
  }
}

const clear = (colour: string) => colour === 'transparent' || colour.endsWith(', 0)')

/** The ground that an element stands on, and the line above it. */
function surface(style: CSSStyleDeclaration, [x, y]: readonly [number, number], box: DOMRect): string[] {
  const parts: string[] = []
  if (!clear(style.backgroundColor))
    parts.push(
      `<rect x="${x}" y="${y}" width="${round(box.width)}" height="${round(box.height)}" rx="${Number.parseFloat(style.borderRadius) || 0}" fill="${style.backgroundColor}"/>`,
    )
  const line = Number.parseFloat(style.borderTopWidth)
  if (line > 0 && style.borderTopStyle !== 'none' && !clear(style.borderTopColor))
    parts.push(
      `<rect x="${x}" y="${y}" width="${round(box.width)}" height="${line}" fill="${style.borderTopColor}"/>`,
    )
  return parts
}

function written(node: Node, text: string, style: CSSStyleDeclaration, place: Place): string {
  const range = document.createRange()
  range.selectNodeContents(node)
  const box = range.getBoundingClientRect()
  const [left, top] = place(box)
  return `<text x="${left}" y="${round(top + box.height * 0.78)}" textLength="${round(box.width)}" lengthAdjust="spacingAndGlyphs" font-size="${style.fontSize}" font-weight="${style.fontWeight}" fill="${style.color}">${escaped(text)}</text>`
}

const kept = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'vector-effect',
  'font-size',
]

/** A drawing within the picture, with what its classes say written to each of its shapes. */
function drawing(svg: SVGSVGElement, [x, y]: readonly [number, number], { width, height }: DOMRect): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')]
  from.forEach((shape, at) => {
    const style = getComputedStyle(shape)
    const target = to[at]
    target?.removeAttribute('class')
    for (const name of kept) target?.setAttribute(name, style.getPropertyValue(name))
  })
  copy.removeAttribute('class')
  for (const [name, value] of Object.entries({ x, y, width: round(width), height: round(height) }))
    copy.setAttribute(name, String(value))
  copy.setAttribute('overflow', 'visible')
  return new XMLSerializer().serializeToString(copy)
}

/** Saves a drawing; a PNG with twice as many pixels as it has on the page. */
export async function savePicture(element: HTMLElement, name: string, format: 'svg' | 'png'): Promise<void> {
  const { svg, width, height } = pictureOf(element, name)
  const drawn = new Blob([svg], { type: 'image/svg+xml' })
  if (format === 'svg') return saveBlob(`${name}.svg`, drawn)
  const address = URL.createObjectURL(drawn)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: width * 2, height: height * 2 })
    canvas.getContext('2d')?.drawImage(image, 0, 0, width * 2, height * 2)
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (made) saveBlob(`${name}.png`, made)
  } finally {
    URL.revokeObjectURL(address)
  }
}
