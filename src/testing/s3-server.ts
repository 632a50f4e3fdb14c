import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Signature Version 4, computed anew from what came over the wire. */
function isSigned(request: IncomingMessage, body: Buffer, accessKey: string, secret: string): boolean {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    )
  if (!found) return false
  const [, key, day = '', region = '', names = '', signature] = found
  const [path, query = ''] = (request.url ?? '').split('?')
  const sent = String(request.headers['x-amz-content-sha256'])
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== sha256(body)) return false
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    sent,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return key === accessKey && signature === hmac(signing, toSign).toString('hex')
}

/** A store that speaks as much of S3 as the program asks for, and only to who signs. Pages hold two keys. */
export async function startS3(accessKey: string, secret: string) {
  const kept = new Map<string, Buffer>()
  let away = false
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const say = (status: number, text: string | Buffer = '') => response.writeHead(status).end(text)
    const fault = (status: number, code: string) => say(status, `<Error><Code>${code}</Code></Error>`)
    if (away) return fault(503, 'SlowDown')
    if (!isSigned(request, body, accessKey, secret)) return fault(403, 'SignatureDoesNotMatch')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    if (searchParams.get('list-type') === '2') {
      const prefix = `${pathname.replace(/\/$/, '')}/${searchParams.get('prefix') ?? ''}`
      const names = [...kept.keys()].filter((key) => key.startsWith(prefix)).sort()
      const from = Number(searchParams.get('continuation-token') ?? 0)
      const more = from + 2 < names.length
      const rows = names.slice(from, from + 2).map((name) => {
        const key = name.slice(pathname.replace(/\/$/, '').length + 1)
        return `<Contents><Key>${key}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified><Size>1</Size></Contents>`
      })
      return say(
        200,
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${rows.join('')}${more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''}</ListBucketResult>`,
      )
    }
    const found = kept.get(pathname)
    if (request.method === 'GET') return found ? say(200, found) : fault(404, 'NoSuchKey')
    if (request.method === 'DELETE') kept.delete(pathname)
    if (request.method === 'PUT') kept.set(pathname, body)
    return say(request.method === 'DELETE' ? 204 : 200)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    kept,
    /** It answers everything with 503, or works again. */
    away: (is: boolean) => {
      away = is
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
