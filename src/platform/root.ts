/** The project's folder, as seen from here and, two folders deep as well, from the server's bundle in dist/program. */
export const projectRoot = new URL('../../', import.meta.url)
