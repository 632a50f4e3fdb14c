import { thumbnailWidth } from './constants.ts'
import type { FileStore } from './files.ts'
import { loadSharp } from './lazy-sharp.ts'

const keptMax = 2_000
const kept = new Map<string, Uint8Array>()

function forgetOldest() {
  // A Map is in the order in which things came: the first is the one that came longest ago.
  const [first] = kept.keys()
  if (first !== undefined) kept.delete(first)
}

/**
 * A store whose pictures are read as small WebP squares, some 2 kB instead of 10. What is stored was drawn by us, so it
 * is safe to decode here; the last ones made stay in memory. Videos are read as they are.
 */
export const thumbnailsOf = (files: FileStore): Pick<FileStore, 'read'> => ({
  async read(key) {
    // What was erased is gone at this size too: the store is asked first.
    const bytes = await files.read(key)
    if (!bytes || !key.endsWith('.webp')) return bytes
    const known = kept.get(key)
    if (known) return known
    const small = await (await loadSharp())(bytes)
      .resize({ width: thumbnailWidth, height: thumbnailWidth, fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
      .catch(() => bytes)
    if (kept.size >= keptMax) forgetOldest()
    if (small.byteLength < bytes.byteLength) kept.set(key, small)
    return small
  },
})
