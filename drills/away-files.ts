import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Database } from '#platform/db.ts'
import { portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import type { SmallDisk } from './faults.ts'
import type { Process } from './processes.ts'

const portalId = portals.bajamar.id

/** Uploads on a full disk: refused for a while, and nothing of them is kept. */
export async function filesFull(
  program: Process,
  disk: SmallDisk,
  database: Database,
  cookie: string,
): Promise<DrillLine> {
  const noise = {
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  } as const
  const picture = await sharp({ create: { width: 1600, height: 1600, ...noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const upload = async () => {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(picture)], 'cartel.jpg', { type: 'image/jpeg' }))
    body.append('use', 'cover')
    const started = performance.now()
    const response = await fetch(`${program.origin}/api/portal/${portalId}/file`, {
      method: 'POST',
      headers: { cookie },
      body,
    })
    await response.arrayBuffer()
    return {
      status: response.status,
      retry: response.headers.has('retry-after'),
      ms: performance.now() - started,
    }
  }
  const kept = () => readdirSync(join(disk.folder, 'files')).length
  const known = async () =>
    Number((await database.query<{ n: string }>('select count(*) as n from file'))[0]?.n)

  const before = await upload()
  const [filesBefore, rowsBefore] = [kept(), await known()]
  disk.fill()
  const full = [await upload(), await upload(), await upload()]
  const [filesNow, rowsNow] = [kept(), await known()]
  disk.free()
  const after = await upload()
  const clean = filesNow === filesBefore && rowsNow === rowsBefore
  const slowest = Math.max(...full.map(({ ms }) => ms))
  return {
    promise: '25 disk of files full',
    figure: '503 with Retry-After, no part of a file and no row kept; goes on when there is room',
    result: `${before.status}, then ${full.map(({ status }) => status).join(' ')}, then ${after.status}; ${filesNow - filesBefore} files, ${rowsNow - rowsBefore} rows left; slowest ${(slowest / 1000).toFixed(1)} s`,
    ok:
      before.status === 201 &&
      full.every(({ status, retry }) => status === 503 && retry) &&
      after.status === 201 &&
      clean &&
      program.running,
  }
}
