/** How `messages/` become functions, for Vite and for the server alike. */
export const paraglide = {
  project: './project.inlang',
  outdir: './src/paraglide',
  strategy: ['url', 'baseLocale'] as ('url' | 'baseLocale')[],
  isServer: 'import.meta.env?.SSR ?? true',
  emitReadme: false,
  // The same in development as in the build: the two share the folder.
  outputStructure: 'message-modules' as const,
  urlPatterns: [
    {
      pattern: '/:path(.*)?',
      localized: [
        ['en', '/en/:path(.*)?'],
        ['es', '/:path(.*)?'],
      ] as [string, string][],
    },
  ],
}
