import type { Server } from 'node:http'
import {
  createRunnableDevEnvironment,
  createServer,
  isRunnableDevEnvironment,
  type ViteDevServer,
} from 'vite'
import type { RenderPages } from '../src/http/http-options.ts'

/**
 * The pages as their files say them. The browser hears of an edit from Vite; what renders on the server is evaluated anew by
 * the next request for a page, as doing so at each edit would keep the browser waiting for most of a second.
 */
export class Pages {
  readonly vite: ViteDevServer
  readonly #edited = new Set<string>()

  private constructor(vite: ViteDevServer) {
    this.vite = vite
    for (const event of ['change', 'add', 'unlink'] as const)
      vite.watcher.on(event, (file) => this.#edited.add(file))
  }

  /** `server`: where the browser hears of edits. */
  static async open(root: string, server: Server): Promise<Pages> {
    return new Pages(
      await createServer({
        root,
        configLoader: 'native',
        server: { middlewareMode: true, ws: { server } },
        appType: 'custom',
        logLevel: 'warn',
        environments: {
          ssr: {
            dev: {
              createEnvironment: (name, config) =>
                createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
            },
          },
        },
      }),
    )
  }

  render: RenderPages = async (request, options) => {
    for (const file of this.#edited) this.#forget(file)
    this.#edited.clear()
    const page = await this.#runner.import<{ default: { fetch: RenderPages } }>('/src/pages/server-entry.ts')
    return page.default.fetch(request, options)
  }

  get #runner() {
    const { ssr } = this.vite.environments
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment to render pages in')
    return ssr.runner
  }

  /** It and all that read it, by however many steps. */
  #forget(file: string) {
    const { evaluatedModules } = this.#runner
    const stale = new Set(evaluatedModules.getModulesByFile(file))
    for (const { importers } of stale)
      for (const importer of importers) {
        const module = evaluatedModules.getModuleById(importer)
        if (module) stale.add(module)
      }
    for (const module of stale) evaluatedModules.invalidateModule(module)
  }

  close = () => this.vite.close()
}
