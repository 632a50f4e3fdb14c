/**
 * A dump as PGlite loads one, of bytes that stand in memory. Node's own `Blob` hands them out in crumbs that are put together again:
 * more than half of what it takes to open a database.
 */
export class Dump extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super()
    this.#bytes = bytes
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#bytes
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  }
}
