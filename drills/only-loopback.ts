import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before a drill's program (`NODE_OPTIONS=--import=…`): no name leads out of this machine. Hostile input is full of
 * addresses that the program would otherwise ask for, as it should.
 */
const away = () => Object.assign(new Error('A drill asks for nothing outside.'), { code: 'ENOTFOUND' })
const isHere = (name: string) => ['localhost', '127.0.0.1', '0.0.0.0', '::', '::1'].includes(name)

const { lookup } = dns
dns.lookup = ((name: string, ...rest: unknown[]) => {
  if (isHere(name)) return (lookup as (...all: unknown[]) => void)(name, ...rest)
  ;(rest.at(-1) as (error: Error) => void)(away())
}) as typeof dns.lookup
const { lookup: promised } = dns.promises
dns.promises.lookup = ((name: string, ...rest: unknown[]) =>
  isHere(name)
    ? (promised as (...all: unknown[]) => unknown)(name, ...rest)
    : Promise.reject(away())) as typeof dns.promises.lookup
const { prototype } = dns.promises.Resolver
for (const method of ['resolve4', 'resolve6', 'resolveCname', 'resolveTxt', 'resolve', 'resolveAny'])
  Object.assign(prototype, { [method]: () => Promise.reject(away()) })
syncBuiltinESMExports()
