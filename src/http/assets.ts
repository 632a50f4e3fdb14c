import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MiddlewareHandler } from 'hono'
import { projectRoot } from '#platform/root.ts'

const folder = fileURLToPath(new URL('dist/client', projectRoot))
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface Asset {
  body: Buffer<ArrayBuffer>
  encoding?: string
}
const cache = new Map<string, Asset | undefined>()

/** Files of the build, compressed at build time and kept in memory; hashed names are cached by browsers for a year. */
export function assets(): MiddlewareHandler {
  return async (c, next) => {
    const type = types[extname(c.req.path)]
    if (!type || !['GET', 'HEAD'].includes(c.req.method)) return next()
    const accepted = c.req.header('accept-encoding') ?? ''
    const encoding = encodings.find(([name]) => accepted.includes(name))
    const asset = load(c.req.path, encoding)
    if (!asset) return next()
    const immutable = c.req.path.startsWith('/assets/')
    return new Response(c.req.method === 'HEAD' ? null : asset.body, {
      headers: {
        'Content-Type': type,
        'Content-Length': String(asset.body.byteLength),
        'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        Vary: 'Accept-Encoding',
        ...(asset.encoding ? { 'Content-Encoding': asset.encoding } : {}),
      },
    })
  }
}

function load(path: string, encoding: (typeof encodings)[number] | undefined): Asset | undefined {
  const file = join(folder, normalize(decodeURIComponent(path)))
  if (!file.startsWith(`${folder}/`)) return undefined
  const key = `${encoding?.[0] ?? ''} ${file}`
  if (cache.has(key)) return cache.get(key)
  const asset = read(file, encoding)
  // Only what exists is remembered: absent names are endless.
  if (asset) cache.set(key, asset)
  return asset
}

function read(file: string, encoding: (typeof encodings)[number] | undefined): Asset | undefined {
  if (encoding && existsSync(file + encoding[1]))
    return { body: readFileSync(file + encoding[1]), encoding: encoding[0] }
  return existsSync(file) && statSync(file).isFile() ? { body: readFileSync(file) } : undefined
}
