import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { InlineConfig, Plugin } from 'vite'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { databaseIn } from '../src/platform/embedded-folder.ts'
import { inOwnProcess, ownProgram } from '../src/platform/own-process.ts'
import { toldStep } from '../src/platform/told-step.ts'
import { heldText } from './held-text.ts'
import { type WordsShape, wordsApart, wordsFolders, wordsStamp } from './words-apart.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const words = [
  'messages/**/*.json',
  'project.inlang/settings.json',
  'bin/{build-words,words-apart}.ts',
  'package-lock.json',
]
const inputs = [
  'src/**/*.{ts,tsx,css}',
  'public/**/*',
  'vite.config.ts',
  'bin/{build-{chunks,groups,font,languages},held-text,split-once,await-parts}.ts',
  'postcss.config.*',
  ...words,
]
const generated = /^src\/(paraglide\/|pages\/routeTree\.gen\.ts)|\.test\.tsx?$/

/** A hash over everything that the build reads. */
function fingerprint(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of globSync(patterns, { cwd: root }).sort()) {
    if (generated.test(path)) continue
    try {
      hash.update(path).update(readFileSync(root + path))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error
    }
  }
  return hash.digest('hex')
}

function fresh(stamp: string, print: string, output: string): boolean {
  return existsSync(root + output) && existsSync(root + stamp) && readFileSync(root + stamp, 'utf8') === print
}

/**
 * Compiles `messages/` into functions when they changed: `together`, for all that runs as it was written. What is built wants
 * them `apart` too, six thousand files.
 */
export async function compileMessages(force = false, apart = false): Promise<void> {
  const print = fingerprint(words)
  const wanted: WordsShape[] = apart ? ['together', 'apart'] : ['together']
  const stale = wanted.filter(
    (shape) => force || !fresh(wordsStamp(shape), print, `${wordsFolders[shape]}/messages.js`),
  )
  if (stale.length === 0) return
  await toldStep('Words of both languages', async () => {
    const { compileWords } = await import('./build-words.ts')
    await compileWords(root, stale)
  })
  for (const shape of stale) remember(wordsStamp(shape), print)
}

/** Packages of many small modules in plain JavaScript. Others bring binaries or files, or find their parts themselves. */
const bundled =
  /^(@hono\/node-server|@modelcontextprotocol\/.+|@orpc\/.+|bowser|culori|d3-geo|dayjs|drizzle-orm|hono|htmlparser2|hucre|ibantools|ical\.js|ipaddr\.js|isbot|otpauth|stdnum|topojson-client|uuid|zod)(\/|$)/

/**
 * The server in a few files instead of some 5,000, most of them one message each: finding and keeping all these modules
 * took most of a start, and 200 MB.
 */
const program: InlineConfig = {
  configFile: false,
  root,
  logLevel: 'error',
  publicDir: false,
  plugins: [wordsApart(root)],
  ssr: { noExternal: bundled },
  build: {
    ssr: true,
    outDir: 'dist/program',
    target: 'node22',
    // Flat, because `projectRoot` is where a file two folders deep is.
    rolldownOptions: {
      input: {
        server: 'src/server.ts',
        'first-start': 'src/processes/first-start.ts',
        'foreign-readers': 'src/processes/foreign-readers.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', ...heldText },
      experimental: { attachDebugInfo: 'none' },
    },
  },
}

const outputs = [
  'dist/server/server-entry.js',
  'dist/program/server.js',
  'dist/program/first-start.js',
  'dist/program/foreign-readers.js',
]
const isBuilt = (print: string) => outputs.every((output) => fresh('dist/fingerprint', print, output))

/** A build takes two gigabytes where it may; a small server has not got them. Collected sooner it takes 1.3, at the same speed. */
const lean = ['--max-old-space-size=512', '--max-semi-space-size=4']

/**
 * Builds what a start needs; without anything that builds where `dist` was brought along, made from these very files. A
 * database that has to be made (`folder`) is made meanwhile: each of the two keeps one core busy.
 */
export async function buildToStart(folder: string | undefined): Promise<void> {
  if (isBuilt(fingerprint(inputs))) return
  if (!existsSync(`${root}node_modules/vite`))
    throw new CannotStart(
      'dist was not built from these files, and without development packages nothing can build it.',
    )
  const build = new URL('build.ts', import.meta.url)
  // What building takes of memory goes with its process, whose allocator reads this as it begins: pages are given back at once.
  process.env.MIMALLOC_PURGE_DELAY = '0'
  if (folder === undefined || existsSync(databaseIn(folder)))
    return inOwnProcess(build, { args: ['--stale'], flags: lean })
  // Both read the words; those that are apart are the builder's.
  await inOwnProcess(build, { args: ['--words'] })
  await Promise.all([
    inOwnProcess(build, { args: ['--stale'], beside: true, flags: lean }),
    inOwnProcess(ownProgram('first-start'), { beside: true }),
  ])
}

/** Builds the pages and the server when anything that they are made of changed. */
export async function buildIfStale({ force = false }: { force?: boolean } = {}): Promise<void> {
  await compileMessages(force, true)
  const print = fingerprint(inputs)
  if (!force && isBuilt(print)) return
  console.log('Building the program, once for this version:')
  // Whoever starts it (a test runner, say): what is built is what customers load.
  process.env.NODE_ENV = 'production'
  const { build, createBuilder } = await import('vite')
  const scripts = new Scripts()
  // `build()` would make the browser's half only, and leave the server's stale. Node reads the configuration as it stands.
  const builder = await createBuilder({
    ...{ root, configLoader: 'native', logLevel: 'error' },
    plugins: [scripts.plugin],
  })
  await toldStep('  pages', () => builder.buildApp())
  await toldStep('  server, and compressed files', () => Promise.all([build(program), scripts.done]))
  remember('dist/fingerprint', print)
}

function remember(stamp: string, print: string) {
  mkdirSync(root + stamp.slice(0, stamp.lastIndexOf('/')), { recursive: true })
  writeFileSync(root + stamp, print)
}

const [gzipped, brotlied] = [promisify(gzip), promisify(brotliCompress)]
const slowly = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/**
 * What the browser loads, in both languages and compressed: made as soon as its half of the pages stands, by every core that is
 * free, while the server's half is built. Somebody may wait for the program.
 */
class Scripts {
  done: Promise<void> = Promise.resolve()
  readonly plugin: Plugin = {
    name: 'scripts',
    applyToEnvironment: ({ name }) => name === 'client',
    closeBundle: () => {
      this.done = this.#make()
      // Told where it is waited for.
      this.done.catch(() => {})
    },
  }

  async #make() {
    const { splitLanguages } = await import('./build-languages.ts')
    splitLanguages(`${root}dist/client/assets`)
    await compressAssets()
  }
}

/** Compressed once here, so that no request pays for it. */
async function compressAssets() {
  const paths = globSync('dist/client/**/*.{js,css,svg,json}', { cwd: root })
  await Promise.all(
    paths.map(async (path) => {
      const bytes = readFileSync(root + path)
      if (bytes.length < 1024) return
      writeFileSync(`${root}${path}.gz`, await gzipped(bytes, { level: 9 }))
      writeFileSync(`${root}${path}.br`, await brotlied(bytes, slowly))
    }),
  )
}
