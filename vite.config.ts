import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import * as paths from '@mdi/js'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { awaitParts } from './bin/await-parts.ts'
import { chunks } from './bin/build-chunks.ts'
import { slimFont } from './bin/build-font.ts'
import { languageSlots } from './bin/build-languages.ts'
import { heldText } from './bin/held-text.ts'
import { splitOnce } from './bin/split-once.ts'
import { wordsApart } from './bin/words-apart.ts'
import { referenceFiles } from './src/http/reference-page.ts'
import { routes } from './src/pages/routes.ts'
import { theme } from './src/ui/theme.ts'
import { variables } from './src/ui/theme-variables.ts'

/** The theme as a cached stylesheet: written into each page it would cost 20 kB and a millisecond a time. */
function themeVariables(): Plugin {
  const name = 'virtual:theme-variables.css'
  const base = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const light = { '--mantine-color-scheme': 'light', ...base.light, ...variables.light }
  const dark = { '--mantine-color-scheme': 'dark', ...base.dark, ...variables.dark }
  // Paper is light whatever the reader's screen is.
  const css = `${convertCssVariables({ variables: { ...base.variables, ...light }, light: {}, dark: {} }, ':root')}
@media screen { ${convertCssVariables({ variables: {}, light: {}, dark }, ':root')} }`
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? css : undefined),
  }
}

/** `feature → operation → [method, path]`: what the browser needs of the contracts, without their validators. */
function apiRoutes(): Plugin {
  const name = 'virtual:api-routes'
  return {
    name: 'api-routes',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return
      const { contracts } = await import('./src/api.ts')
      const routes = Object.entries(contracts).map(([feature, operations]) => {
        const calls = Object.entries(operations)
          .filter(([, contract]) => contract['~orpc'].meta.browser !== false)
          .map(([call, contract]) => {
            const { method, path } = contract['~orpc'].route
            return [call, [method, path]]
          })
        return [feature, Object.fromEntries(calls)]
      })
      return `export default ${JSON.stringify(Object.fromEntries(routes))}`
    },
  }
}

/**
 * Each icon as a module of its own: the library is one file of all of them, and would be loaded whole by the first page.
 */
function icons(): Plugin {
  const known = new Map(Object.entries(paths))
  const prefix = 'virtual:icon/'
  const imported = /import \{([^}]*)\} from '@mdi\/js'/g
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return
      const name = id.slice(prefix.length + 1)
      return `export const ${name} = ${JSON.stringify(known.get(name))}`
    },
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes("'@mdi/js'")) return
      return code.replace(imported, (_, names: string) =>
        (names.match(/\w+/g) ?? []).map((name) => `import { ${name} } from '${prefix}${name}'`).join(';'),
      )
    },
  }
}

/**
 * The two files that show the API's reference, compressed once like every other file of the build: whoever runs the program needs
 * neither their package nor to compress 1.9 MB for each reader.
 */
function referenceViewer(): Plugin {
  const require = createRequire(import.meta.url)
  return {
    name: 'reference-viewer',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const name of referenceFiles)
        this.emitFile({
          ...{ type: 'asset', fileName: `api/reference/${name}` },
          source: readFileSync(require.resolve(`swagger-ui-dist/${name}`)),
        })
    },
  }
}

export default defineConfig(({ command }) => ({
  server: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    // The first page would load a list of what each other page consists of, 6 kB: it only names styles, which nothing else
    // brings. Scripts find their own way, and links fetch their page when they are pointed at.
    modulePreload: { resolveDependencies: (_, parts) => parts.filter((part) => part.endsWith('.css')) },
  },
  // One bundle without node_modules: React in its production form whatever NODE_ENV says, and read in one go at start.
  ...(command === 'build'
    ? {
        environments: {
          ssr: { resolve: { noExternal: true }, build: { rolldownOptions: { output: heldText } } },
        },
      }
    : {}),
  plugins: [
    themeVariables(),
    apiRoutes(),
    icons(),
    awaitParts(),
    chunks(),
    slimFont(),
    referenceViewer(),
    wordsApart(import.meta.dirname),
    languageSlots(),
    splitOnce(
      tanstackStart({
        router: {
          entry: 'pages/router',
          generatedRouteTree: 'pages/routeTree.gen.ts',
          virtualRouteConfig: routes,
          routesDirectory: '.',
          quoteStyle: 'single',
          // Loaders travel with their page: the first page loads none of the other pages' words and calls.
          codeSplittingOptions: {
            defaultBehavior: [
              ['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
            ],
          },
        },
        client: { entry: 'pages/client-entry' },
        server: { entry: 'pages/server-entry' },
        // What renders in the browser never reaches the database: the API is the only door.
        importProtection: {
          // Held where it is built; in development it would parse each file once more while one waits.
          enabled: command === 'build',
          client: { files: ['src/features/*/server/**', 'src/platform/{db,handle,env}.ts'] },
        },
      }),
    ),
    react(),
  ],
}))
