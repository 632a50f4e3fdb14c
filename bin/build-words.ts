import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { compileProject, defaultCompilerOptions } from '@inlang/paraglide-js'
import messageFormat from '@inlang/plugin-message-format'
import {
  type InlangPlugin,
  type InlangProject,
  loadProjectInMemory,
  newProject,
  type ProjectSettings,
} from '@inlang/sdk'
import { type WordsShape, wordsFolders } from './words-apart.ts'

/**
 * How `messages/` become functions. Spanish addresses have no prefix and English ones live under /en: that is Paraglide's
 * own pattern, and leaving it unsaid keeps a URLPattern polyfill (6 kB) out of pages.
 */
const options = {
  ...defaultCompilerOptions,
  strategy: ['url', 'baseLocale'] as ('url' | 'baseLocale')[],
  isServer: 'import.meta.env?.SSR ?? true',
  emitReadme: false,
}
const structures = { together: 'locale-modules', apart: 'message-modules' } as const
const plugin: InlangPlugin = messageFormat
/** Rows of one statement: SQLite takes 32,766 values, and a row has four at most. */
const rowsAtOnce = 500

/** Compiles the words of the project in `root` in these shapes: reading them is what takes time, and is done once. */
export async function compileWords(root: string, shapes: readonly WordsShape[]): Promise<void> {
  const path = join(root, 'project.inlang')
  const settings = JSON.parse(fs.readFileSync(join(path, 'settings.json'), 'utf8')) as ProjectSettings
  const project = await loadProjectInMemory({
    blob: await newProject({ settings: { ...settings, modules: [] } }),
    providePlugins: [plugin],
  })
  try {
    await readWords(project, root, settings)
    for (const shape of shapes) {
      const compilerOptions = { ...options, project: path, outputStructure: structures[shape] }
      replaceFolder(
        join(root, wordsFolders[shape]),
        await compileProject({ project, projectPath: path, compilerOptions }),
      )
    }
  } finally {
    await project.close()
  }
}

/**
 * As the project would read them itself, row by row: it asks of each whether it is there already, which took four fifths of
 * what compiling took.
 */
async function readWords(project: InlangProject, root: string, settings: ProjectSettings) {
  const files = (await plugin.toBeImportedFiles?.({ settings })) ?? []
  const imported = await plugin.importFiles?.({
    settings,
    files: files.map(({ path, locale, metadata }) => ({
      ...{ locale, toBeImportedFilesMetadata: metadata },
      content: fs.readFileSync(join(root, path)),
    })),
  })
  if (!imported) throw new Error('The plugin of the project reads no files.')
  // Both languages name each bundle: what is named last is what stands.
  const bundles = new Map(imported.bundles.map((bundle) => [bundle.id, bundle]))
  const messages = new Map(imported.messages.map((one) => [`${one.bundleId} ${one.locale}`, one]))
  const variants = imported.variants.map(({ messageBundleId, messageLocale, ...one }, at) => ({
    ...{ ...one, id: String(at) },
    messageId: `${messageBundleId} ${messageLocale}`,
  }))
  for (const rows of chunks([...bundles.values()]))
    await project.db.insertInto('bundle').values(rows).execute()
  for (const rows of chunks([...messages].map(([id, one]) => ({ ...one, id }))))
    await project.db.insertInto('message').values(rows).execute()
  for (const rows of chunks(variants)) await project.db.insertInto('variant').values(rows).execute()
}

const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  )

/** Afterwards the folder holds these scripts and no others; one that says the same already is left as it is. */
function replaceFolder(folder: string, files: Record<string, string>) {
  for (const name of fs.globSync('**/*.js', { cwd: folder }))
    if (!Object.hasOwn(files, name)) fs.rmSync(join(folder, name))
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    if (fs.existsSync(path) && fs.readFileSync(path, 'utf8') === text) continue
    fs.mkdirSync(dirname(path), { recursive: true })
    fs.writeFileSync(path, text)
  }
}
