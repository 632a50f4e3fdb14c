/** Loaded when the first picture is drawn: it takes 30 MB, and most processes draw none. */
export const loadSharp = async () => (await import('sharp')).default
