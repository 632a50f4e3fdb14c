import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { compileProject, defaultCompilerOptions } from '@inlang/paraglide-js'
import { loadProjectFromDirectory } from '@inlang/sdk'
import { wordsFolders } from './words-apart.ts'

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
const shapes = [
  { outdir: wordsFolders.together, outputStructure: 'locale-modules' },
  { outdir: wordsFolders.apart, outputStructure: 'message-modules' },
] as const

/** Compiles the words of the project in `root` in both shapes: reading them is what takes time, and is done once. */
export async function compileWords(root: string): Promise<void> {
  const path = join(root, 'project.inlang')
  const project = await loadProjectFromDirectory({ path, fs })
  try {
    for (const shape of shapes) {
      const compilerOptions = { ...options, project: path, ...shape }
      replaceFolder(
        join(root, shape.outdir),
        await compileProject({ project, projectPath: path, compilerOptions }),
      )
    }
    const [fault] = await project.errors.get()
    if (fault) throw fault
  } finally {
    await project.close()
  }
}

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
