import { webcrypto } from 'node:crypto'
import { DOMImplementation, DOMParser, XMLSerializer } from '@xmldom/xmldom'
import { Application, SignedXml, setNodeDependencies } from 'xadesjs'

setNodeDependencies({ DOMParser, DOMImplementation, XMLSerializer } as never)
Application.setEngine('node', webcrypto as never)

/**
 * Another's reading of Canonical XML, digests and signature. That one takes an enveloped signature out of the root alone:
 * one that stands deeper is first put there, which changes nothing of what is signed.
 */
export async function verified(signedXml: string): Promise<boolean> {
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signedXml)?.[0] ?? ''
  const without = signedXml.replace(signature, () => '')
  const end = without.lastIndexOf('</')
  const xml = without.slice(0, end) + signature + without.slice(end)
  const document = new DOMParser().parseFromString(xml, 'application/xml') as unknown as Document
  const [element] = Array.from(
    document.getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'Signature'),
  )
  const signed = new SignedXml(document)
  signed.LoadXml(element as Element)
  try {
    return await signed.Verify()
  } catch {
    return false
  }
}
