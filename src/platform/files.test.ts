import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3 } from '#testing/s3-server.ts'
import { readEnv } from './env.ts'
import { type FileStore, openFileStore, serveFile } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-files-'))
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3('una-clave', 'un/secreto+raro')
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true })
})

const bucket = (path = 'portadas/de-todos', secret = 'un/secreto+raro') =>
  openFileStore({
    DATA_DIR: folder,
    FILES_URL: `s3+http://una-clave:${encodeURIComponent(secret)}@${s3.host}/${path}?region=eu-south-2`,
  })
const all = async (store: FileStore) => {
  const keys: string[] = []
  for await (const key of store.keys()) keys.push(key)
  return keys.sort()
}
const name = (n: number, ending = 'webp') => `${String(n).repeat(32)}.${ending}`

describe.each([
  ['a folder', () => openFileStore({ DATA_DIR: join(folder, 'one') })],
  ['a bucket of S3', () => bucket()],
])('in %s', (_, open) => {
  test('what was kept is read, listed and served, until it is removed', async () => {
    const store = open()
    expect(await all(store)).toEqual([])
    expect(await store.read(name(1))).toBeUndefined()
    const bytes = Buffer.from('una imagen')
    for (const n of [1, 2, 3, 4, 5]) await store.put(name(n), bytes)
    await store.put(name(1), Buffer.from('otra imagen'))
    expect(await all(store)).toEqual([1, 2, 3, 4, 5].map((n) => name(n)))
    expect(Buffer.from((await store.read(name(1))) ?? []).toString()).toBe('otra imagen')
    const part = await serveFile(store, name(2), 'bytes=4-')
    expect([part?.status, await part?.text()]).toEqual([206, 'imagen'])
    for (const n of [2, 2, 3]) await store.remove(name(n))
    expect(await all(store)).toEqual([1, 4, 5].map((n) => name(n)))
    expect(await serveFile(store, name(2), undefined)).toBeUndefined()
  })
})

test('a bucket holds its files below the prefix, for who signs, and says 503 while it is away', async () => {
  await bucket('otro/lugar').put(name(7), Buffer.from('x'))
  expect([...s3.kept.keys()].filter((key) => key.startsWith('/otro'))).toEqual([`/otro/lugar/${name(7)}`])
  expect(await all(bucket('otro'))).toEqual([`lugar/${name(7)}`])
  const refused = { status: 503, code: 'filesAway', headers: { 'Retry-After': '30' } }
  await expect(bucket('otro', 'otro secreto').read(name(7))).rejects.toMatchObject(refused)
  s3.away(true)
  await expect(bucket().put(name(8), Buffer.from('x'))).rejects.toMatchObject(refused)
  s3.away(false)
  expect(await all(bucket('otro'))).toHaveLength(1)
})

test('a folder that cannot be written to says 503 and keeps no part of the file', async () => {
  // A file where the folder should be: the same as a disk that refuses.
  writeFileSync(join(folder, 'files'), '')
  const store = openFileStore({ DATA_DIR: folder })
  await expect(store.put(name(1), Buffer.from('x'))).rejects.toMatchObject({ status: 503, code: 'filesAway' })
  expect(readdirSync(folder).filter((file) => file.includes('part'))).toEqual([])
})

test('an address of files that names no bucket is refused at the start', () => {
  for (const FILES_URL of ['s3://clave:secreto@tienda.example/', 'https://tienda.example/cubo', 's3://x/á'])
    expect(() => readEnv({ FILES_URL })).toThrow('FILES_URL: has to look like s3://')
  expect(readEnv({ FILES_URL: 's3://tienda.example/cubo' }).FILES_URL).toBe('s3://tienda.example/cubo')
})
