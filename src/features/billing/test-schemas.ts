import { readFileSync } from 'node:fs'
import type { validateXML } from 'xmllint-wasm'
import { sharedData } from '#testing/shared-data.ts'

const read = (path: string) => readFileSync(sharedData(`billing_es/${path}`) ?? '', 'utf8')

/** What xmllint holds a document of a kind against. */
export function schemaOf(
  kind: 'facturae' | 'verifactu' | 'record' | 'event' | 'answer' | 'pain',
  contents: string,
): Parameters<typeof validateXML>[0] {
  const xml = { fileName: `${kind}.xml`, contents }
  if (kind === 'facturae')
    return {
      xml,
      schema: { fileName: 'Facturaev3_2_2.local.xsd', contents: read('facturae/Facturaev3_2_2.local.xsd') },
      preload: [
        {
          fileName: 'xmldsig-core-schema.nodtd.xsd',
          contents: read('facturae/xmldsig-core-schema.nodtd.xsd'),
        },
      ],
    }
  if (kind === 'pain')
    return { xml, schema: { fileName: 'pain.xsd', contents: read('sepa/pain.001.001.09.xsd') } }
  const file = (fileName: string) => ({ fileName, contents: read(`verifactu/local_schema/${fileName}`) })
  const answer = { fileName: 'RespuestaSuministro.xsd', contents: read('verifactu/RespuestaSuministro.xsd') }
  return {
    xml,
    schema: {
      verifactu: file('SuministroLR.xsd'),
      record: file('SuministroInformacion.xsd'),
      event: file('EventosSIF.xsd'),
      answer,
    }[kind],
    preload: [
      ...(kind === 'record' || kind === 'event' ? [] : [file('SuministroInformacion.xsd')]),
      ...(kind === 'answer' ? [file('SuministroLR.xsd')] : []),
      { fileName: 'xmldsig-core-schema.xsd', contents: read('verifactu/xmldsig-core-schema.xsd') },
    ],
    modifyArguments: (all) => ['--nonet', ...all],
  }
}
