import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { PartDraft } from '../contract.ts'

// Far more than a form holds; what is larger was not packed here.
const mostBytes = 200_000

/** A part of a page as it travels in an address. */
export const packPart = (part: PartDraft): string =>
  deflateRawSync(JSON.stringify(part)).toString('base64url')

/** The same read back; undefined for what is none. */
export function unpackPart(packed: string): PartDraft | undefined {
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: mostBytes }).toString()
    const { success, data } = PartDraft.safeParse(JSON.parse(text))
    return success ? data : undefined
  } catch {
    return undefined
  }
}
