import type { Api, Failure, Result } from '#client.ts'
import { type UploadProgress, upload } from '#ui/upload.ts'
import type { Reading, Wish } from '../reading-contract.ts'

export type Uploaded = Exclude<Awaited<ReturnType<Api['orders']['uploadOrders']>>, Failure | undefined>

/** What is said of a failure: by its field, else as a whole. */
export const saidOf = (failure: Failure | undefined, otherwise: string): string => {
  const said = typeof failure?.error === 'object' ? failure.error : undefined
  return Object.values(said?.fields ?? {})[0] ?? said?.message ?? otherwise
}

interface Sending {
  portalId: string
  file: File
  reading: Reading
  mode: 'check' | 'all' | 'valid'
  /** With the import: the name under which its way of being read is kept. */
  saveAs?: string
  wish: Wish
  /** EUR per unit of money that has no reference rate. */
  rates: Record<string, string>
}

/** Sends the file as it was read; as orders.uploadOrders has it, which cannot say how far it is. */
export function sendOrders(
  { portalId, file, reading, mode, saveAs, wish, rates }: Sending,
  tell: (progress: UploadProgress) => void,
): Promise<Result<Uploaded>> {
  const { format, map, layout, decimal } = reading
  return upload<Uploaded>(
    `/portal/${portalId}/orders/import`,
    {
      ...{ file, format, mode, layout: JSON.stringify(layout) },
      ...(map ? { map: JSON.stringify(map) } : {}),
      ...(decimal ? { decimal } : {}),
      ...(Object.keys(rates).length > 0 ? { rates: JSON.stringify(rates) } : {}),
      ...(saveAs ? { saveAs, wish: JSON.stringify(savedWish(reading, wish)) } : {}),
    },
    tell,
  )
}

/** All that the next file of the shop is read by: what was told of this one too, but not where its table begins. */
function savedWish({ format, map, decimal }: Reading, wish: Wish): Wish {
  const {
    columns,
    timeZone,
    dateFormat = '',
    cents = false,
    totalOf,
    refundedOf,
    constants,
    dollar,
    shipping,
  } = map ?? {}
  return {
    format,
    ...(decimal ? { decimal } : {}),
    ...(map ? { columns, timeZone, dateFormat, cents } : {}),
    ...(totalOf ? { totalOf } : {}),
    ...(refundedOf ? { refundedOf } : {}),
    ...(dollar ? { dollar } : {}),
    ...(shipping ? { shipping } : {}),
    ...(constants?.taxRate === undefined ? {} : { taxRate: constants.taxRate }),
    ...(constants?.currency ? { currency: constants.currency } : {}),
    ...(wish.layout?.encoding ? { layout: { encoding: wish.layout.encoding } } : {}),
  }
}
