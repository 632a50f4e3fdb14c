import { S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'

/** A disk, and what stands before each key on it. */
export interface Place {
  disk: Disk
  prefix: string
}

/**
 * A bucket by `s3://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION]`, over https; `s3+http://` speaks plain http.
 * Without a key in the address, the ones of the machine are taken as Amazon's own tools find them.
 */
export function openS3(address: string): Place {
  const { protocol, host, username, password, pathname, searchParams } = new URL(address)
  const [bucket = '', ...folders] = pathname.slice(1).split('/').filter(Boolean).map(decodeURIComponent)
  const client = new S3Client({
    endpoint: `${protocol === 's3:' ? 'https' : 'http'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    // The bucket as a part of the path: every store understands it, and it needs no name of its own for each bucket.
    forcePathStyle: true,
    // Other makers' stores do not know Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 20_000 },
    ...(username
      ? {
          credentials: {
            accessKeyId: decodeURIComponent(username),
            secretAccessKey: decodeURIComponent(password),
          },
        }
      : {}),
  })
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
  return { disk: new Disk(driver), prefix: folders.map((name) => `${name}/`).join('') }
}
