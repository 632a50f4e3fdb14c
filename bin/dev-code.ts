import { register } from 'prom-client'
import {
  createRunnableDevEnvironment,
  createServer,
  isRunnableDevEnvironment,
  type ViteDevServer,
} from 'vite'

/** What one edit may consist of: an editor or a tool that saves many files. */
const togetherMs = 30

/** Says once who hears what; said anew, it needs occasions that nobody hears yet. */
const hearers = '/src/processes/hearers.ts'
const occasions = '/src/platform/occasion.ts'

/** The server's code as it stands in its files. After an edit only what reads the edited file is evaluated anew. */
export class ServerCode {
  readonly #vite: ViteDevServer
  readonly #edited = new Set<string>()
  #failed = false

  private constructor(vite: ViteDevServer) {
    this.#vite = vite
  }

  static async open(root: string): Promise<ServerCode> {
    // A module that is evaluated anew makes its metrics anew.
    const add = register.registerMetric.bind(register)
    register.registerMetric = (metric) => {
      register.removeSingleMetric((metric as unknown as { name: string }).name)
      add(metric)
    }
    const vite = await createServer({
      configFile: false,
      root,
      appType: 'custom',
      logLevel: 'warn',
      server: { middlewareMode: true, ws: false },
      optimizeDeps: { noDiscovery: true },
      environments: {
        ssr: {
          dev: {
            createEnvironment: (name, config) =>
              createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
          },
        },
      },
    })
    return new ServerCode(vite)
  }

  get #runner() {
    const { ssr } = this.#vite.environments
    if (!ssr || !isRunnableDevEnvironment(ssr))
      throw new Error('Vite has no environment to run the server in')
    return ssr.runner
  }

  async load<Module>(path: string): Promise<Module> {
    // Forgotten between two loads: in the midst of one, half of it would know another instance of what was edited.
    for (const file of this.#edited) this.#forget(file)
    this.#edited.clear()
    // What failed half-way remembers the half.
    if (this.#failed) this.#runner.clearCache()
    this.#failed = true
    const module = await this.#runner.import<Module>(path)
    this.#failed = false
    return module
  }

  /** Calls back once an edit of what runs, however many files it consists of. */
  onEdit(loadAnew: () => void) {
    let soon: NodeJS.Timeout | undefined
    const edited = (file: string) => {
      if (!this.#failed && !this.#runner.evaluatedModules.getModulesByFile(file)?.size) return
      this.#edited.add(file)
      clearTimeout(soon)
      soon = setTimeout(loadAnew, togetherMs)
    }
    for (const event of ['change', 'add', 'unlink'] as const) this.#vite.watcher.on(event, edited)
  }

  /** It and all that read it, by however many steps, are evaluated at the next load. */
  #forget(file: string) {
    const { evaluatedModules } = this.#runner
    const stale = new Set(evaluatedModules.getModulesByFile(file))
    for (const module of stale) {
      for (const importer of module.importers) {
        const node = evaluatedModules.getModuleById(importer)
        if (node) stale.add(node)
      }
      if (module.file.endsWith(hearers))
        for (const [path, told] of evaluatedModules.fileToModulesMap)
          if (path.endsWith(occasions)) for (const one of told) stale.add(one)
    }
    for (const module of stale) evaluatedModules.invalidateModule(module)
  }

  close = () => this.#vite.close()
}
