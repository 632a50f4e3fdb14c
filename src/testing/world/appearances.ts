import type { Appearance } from '#features/appearance/contract.ts'
import { designs } from '#features/appearance/designs.ts'
import { proposalOf } from '#features/appearance/server/default-appearance.ts'
import type { PortalKey } from './cast.ts'
import { worldId } from './random.ts'

/** How the demo world's portals look: each design once, with a line about the act. */
const looks: Partial<Record<PortalKey, [design: string, es: string, en: string]>> = {
  claraVentisca: [
    'cartel',
    'Canciones escritas en un faro, grabadas en tres noches de temporal.',
    'Songs written in a lighthouse, recorded in three stormy nights.',
  ],
  hotelLevante: ['casete', 'Pop de playa en temporada baja.', 'Beach pop for the low season.'],
  perroManso: ['fanzine', 'Ruido educado desde 2019.', 'Polite noise since 2019.'],
  tiasSolteras: ['setlist', 'Rumba, sevillanas y punk de salón.', 'Rumba, sevillanas and parlour punk.'],
  mareaHonda: ['carab', 'Cuatro voces y un acordeón de Baiona.', 'Four voices and an accordion from Baiona.'],
  juliaArrecife: ['programa', 'Piano, voz y silencio.', 'Piano, voice and silence.'],
  tercerAnfiteatro: ['rejilla', 'Electrónica de butaca barata.', 'Electronics from the cheap seats.'],
  oxidoYSal: ['marquesina', 'Rock de astillero.', 'Shipyard rock.'],
  ninoLobo: ['onda', 'Rap y sintetizadores de extrarradio.', 'Rap and synths from the outskirts.'],
}

/** One published version for each portal that has chosen its looks. */
export const makeAppearances = () =>
  Object.entries(looks).flatMap(([key, [id, es, en]]) => {
    const design = designs.find((one) => one.id === id)
    if (!design) return []
    const appearance: Appearance = { ...proposalOf(design), tagline: { es, en } }
    return [{ portal: key as PortalKey, id: worldId(`appearance ${key}`), number: 1, appearance }]
  })
