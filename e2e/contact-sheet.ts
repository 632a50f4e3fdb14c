import sharp, { type OverlayOptions } from 'sharp'
import { type Look, looks } from './browser.ts'

const gap = 16
const height = 620
const widthOf = ({ width }: Look) => (width === 360 ? 300 : 860)

/**
 * One picture of a page in all eight looks: Spanish above, English below, light left, dark right, each as desk and
 * phone. A long page shows its beginning.
 */
export async function contactSheet(pathOf: (look: Look) => string, target: string): Promise<void> {
  const tiles: OverlayOptions[] = []
  let right = 0
  for (const [row, locale] of (['es', 'en'] as const).entries()) {
    let left = gap
    for (const look of looks.filter((each) => each.locale === locale)) {
      const width = widthOf(look)
      const scaled = await sharp(pathOf(look)).resize({ width }).toBuffer({ resolveWithObject: true })
      const shown = { left: 0, top: 0, width, height: Math.min(height, scaled.info.height) }
      tiles.push({
        input: await sharp(scaled.data).extract(shown).toBuffer(),
        left,
        top: gap + row * (height + gap),
      })
      left += width + gap
    }
    right = Math.max(right, left)
  }
  const size = { width: right, height: 2 * (height + gap) + gap }
  await sharp({ create: { ...size, channels: 3, background: '#808080' } })
    .composite(tiles)
    .png({ compressionLevel: 9, palette: true })
    .toFile(target)
}

/** Contact sheets of an area one under the other, half as large: what a whole area looks like at a glance. */
export async function areaSheet(paths: readonly string[], target: string): Promise<void> {
  const tiles: OverlayOptions[] = []
  let [top, right] = [0, 0]
  for (const path of paths) {
    const { width = 0 } = await sharp(path).metadata()
    const half = await sharp(path)
      .resize({ width: Math.round(width / 2) })
      .toBuffer({ resolveWithObject: true })
    tiles.push({ input: half.data, left: 0, top })
    top += half.info.height
    right = Math.max(right, half.info.width)
  }
  await sharp({ create: { width: right, height: top, channels: 3, background: '#808080' } })
    .composite(tiles)
    .png({ compressionLevel: 9, palette: true })
    .toFile(target)
}

/** Pages of one design beside each other, as tall as a sheet lets them be. */
export async function designSheet(paths: readonly string[], target: string): Promise<void> {
  const tiles: OverlayOptions[] = []
  let [left, bottom] = [gap, 0]
  for (const path of paths) {
    const { width = 0 } = await sharp(path).metadata()
    const scaled = await sharp(path)
      .resize({ width: width > 360 ? 720 : 360 })
      .toBuffer({ resolveWithObject: true })
    const { width: shown } = scaled.info
    const tall = Math.min(scaled.info.height, 2400)
    const input = await sharp(scaled.data).extract({ left: 0, top: 0, width: shown, height: tall }).toBuffer()
    tiles.push({ input, left, top: gap })
    left += shown + gap
    bottom = Math.max(bottom, tall)
  }
  await sharp({ create: { width: left, height: bottom + 2 * gap, channels: 3, background: '#808080' } })
    .composite(tiles)
    .png({ compressionLevel: 9, palette: true })
    .toFile(target)
}
