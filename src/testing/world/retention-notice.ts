import { closeSheet, openSheet, page } from '#features/billing/server/pdf-page.ts'
import type { FileStore } from '#platform/files.ts'

/** Carmen Poniente's signed notice, without which nothing less than the usual is withheld from her. */
export const notice = { key: 'world-poniente.retention', name: 'comunicacion-inicio-actividad.pdf' }

/** Keeps it where uploads are kept. @param year the one in which her activity began */
export async function keepNotice(files: FileStore, year: number): Promise<void> {
  const doc = openSheet('Comunicación de inicio de actividad', 'Carmen Poniente Ruiz')
  doc.font('Helvetica-Bold').fontSize(18).text('Comunicación de inicio de actividad', page.left, 50)
  doc.font('Helvetica').fontSize(11).moveDown()
  doc.text(
    `Carmen Poniente Ruiz, con NIF X2482300W, comunica a Trastienda Merch, S. L., con NIF B58378431, que inició su actividad
profesional en ${year} y que el año anterior no ejerció ninguna. Pide que se le retenga el 7 % en ${year}, ${year + 1} y ${year + 2}
(artículo 95.1 del Reglamento del IRPF, Real Decreto 439/2007).`.replaceAll('\n', ' '),
    { width: page.width },
  )
  doc.moveDown().text(`Cádiz, 12 de enero de ${year}`).moveDown().text('Firmado: Carmen Poniente Ruiz')
  await files.put(notice.key, await closeSheet(doc, 'Mundo de prueba'))
}
