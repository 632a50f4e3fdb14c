/**
 * How `messages/` become functions, for Vite and for the server alike. Spanish addresses have no prefix and English ones
 * live under /en: that is Paraglide's own pattern, and leaving it unsaid keeps a URLPattern polyfill (6 kB) out of pages.
 */
export const paraglide = {
  project: './project.inlang',
  outdir: './src/paraglide',
  strategy: ['url', 'baseLocale'] as ('url' | 'baseLocale')[],
  isServer: 'import.meta.env?.SSR ?? true',
  emitReadme: false,
  // The same in development as in the build: the two share the folder.
  outputStructure: 'message-modules' as const,
}
