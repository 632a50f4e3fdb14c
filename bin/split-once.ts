import type { Plugin, PluginOption } from 'vite'

/** The router's plugins that part a page's file into what is known of its address and what is loaded when it is opened. */
const splitter = /^tanstack-router:code-splitter:/
type Transform = Exclude<Plugin['transform'], undefined>
type Handler = Extract<Transform, { handler: unknown }>['handler']

/** Of each plugin the handler that came first, and what it answered: whatever one keeps of a page is that one's own. */
const handlers = new Map<string, Handler>()
const answers = new Map<string, ReturnType<Handler>>()

/**
 * A page's file is parted once, and not for the browser and for the server again: both get the same of it, and with Babel it
 * is a fifth of what a first page in development waits for.
 */
export function splitOnce(option: PluginOption): PluginOption {
  if (Array.isArray(option)) return option.map(splitOnce)
  if (option instanceof Promise) return option.then(splitOnce)
  if (!option || !splitter.test(option.name)) return option
  const { name, transform } = option as Plugin
  if (typeof transform !== 'object') throw new Error(`${name}: not the shape that bin/split-once.ts knows`)
  const first = handlers.get(name) ?? transform.handler
  handlers.set(name, first)
  const handler: Handler = function (code, id, options) {
    const asked = [name, id, code].join('\n')
    const answer = answers.get(asked) ?? first.call(this, code, id, options)
    answers.set(asked, answer)
    return answer
  }
  return { ...option, transform: { ...transform, handler } }
}
