import type { Crop, PictureSize } from './draw-picture.ts'
import { readForeign } from './foreign.ts'

/**
 * The picture as it is stored: WebP, upright, without metadata. The caller has seen by its bytes that it is one.
 * @throws Unprocessable by the field `file`: not a picture, too many pixels, broken, too much work.
 */
export const encodePicture = (bytes: Uint8Array, use: PictureSize, crop?: Crop): Promise<Uint8Array> =>
  readForeign('picture', bytes, use, crop)
