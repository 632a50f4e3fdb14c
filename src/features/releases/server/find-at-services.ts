import type { OpenCall } from '#platform/call.ts'
import type { Music } from '#platform/music-app.ts'
import type { AtService, FoundRelease } from '../contract.ts'
import { type AskedService, isOfService, musicServices, spellingsOf } from '../music-services.ts'
import { askAppleMusic, askDeezer, askSpotify } from './ask-services.ts'
import { checkCodes } from './check-release.ts'
import { MusicError, type Wanted } from './music-call.ts'

type Ask = (music: Music, wanted: Wanted) => Promise<FoundRelease[]>
const asks: Record<AskedService, Ask> = {
  spotify: askSpotify,
  appleMusic: askAppleMusic,
  deezer: askDeezer,
}

/**
 * Asks every service that has a key, all at once, and says of each what came of it; none keeps the others waiting for more than
 * its five seconds. The release's number goes before a recording's. @throws BadInput by the field
 */
export async function findAtServices(
  { services: { music } }: OpenCall,
  { upc, isrc }: { upc?: string | undefined; isrc?: string | undefined },
): Promise<{ services: AtService[] }> {
  checkCodes({ upc, isrc })
  const wanted: Wanted | undefined = upc
    ? { kind: 'upc', codes: spellingsOf(upc) }
    : isrc
      ? { kind: 'isrc', codes: [isrc] }
      : undefined
  const withKey = (Object.keys(asks) as AskedService[]).filter((service) => music[service])
  return { services: await Promise.all(withKey.map((service) => askOne(music, service, wanted))) }
}

async function askOne(music: Music, service: AskedService, wanted: Wanted | undefined): Promise<AtService> {
  if (!wanted) return { service, state: 'unasked', found: [] }
  try {
    const told = await asks[service](music, wanted)
    const own = musicServices.find(({ asked }) => asked === service)
    const found = told.filter(({ url }) => own && isOfService(own, url)).slice(0, 10)
    return { service, state: found.length > 0 ? 'found' : 'none', found }
  } catch (error) {
    if (error instanceof MusicError) return { service, state: error.state, found: [] }
    throw error
  }
}
