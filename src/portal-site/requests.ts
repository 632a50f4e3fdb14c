import { reservedUrls } from '#features/portals/server/reserved.ts'

/** Can this be a portal's address? */
export const isAddress = (text: string): boolean => /^[a-z0-9-]{3,40}$/.test(text) && !reservedUrls.has(text)
