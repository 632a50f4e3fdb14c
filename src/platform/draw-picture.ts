import sharp from 'sharp'
import { Unprocessable } from './errors.ts'

const megapixelsMax = 40

/** A part of a picture, in its own pixels after turning it upright. */
export interface Crop {
  left: number
  top: number
  width: number
  height: number
}

/** What a picture is for decides its size in pixels. Covers are square whatever comes; the others never grow. */
const pictureSizes = {
  cover: { width: 640, height: 640, fit: 'cover' },
  logo: { width: 480, height: 480, fit: 'inside' },
  wide: { width: 1600, height: 900, fit: 'inside' },
  poster: { width: 1200, height: 1600, fit: 'inside' },
} as const
export type PictureSize = keyof typeof pictureSizes

const refused = (code: string) => new Unprocessable({ file: { code, params: { max: megapixelsMax } } })

// Nothing comes twice, and what is kept in memory is a process's own.
sharp.cache(false)

/**
 * Runs where strangers' bytes are read. The picture as it is stored: WebP, upright, without metadata. The caller has seen by its bytes that it is one.
 * Dimensions are read from the header before anything is decoded: a small file may unfold into gigabytes.
 * @throws Unprocessable by the field `file`: not a picture, too many pixels, broken.
 */
export async function drawPicture(bytes: Uint8Array, use: PictureSize, crop?: Crop): Promise<Uint8Array> {
  const options = { limitInputPixels: megapixelsMax * 1_000_000, failOn: 'error', animated: false } as const
  const header = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!header?.width || !header.height) throw refused('files.notPicture')
  if (header.width * header.height > megapixelsMax * 1_000_000) throw refused('files.tooManyPixels')
  const upright = sharp(bytes, options).rotate()
  const { width, height, fit } = pictureSizes[use]
  return (crop ? upright.extract(crop) : upright)
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw refused('files.broken')
    })
}
