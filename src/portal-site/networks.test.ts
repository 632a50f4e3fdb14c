import { expect, test } from 'vitest'
import { isProfile, networkOf } from './networks.ts'

test.each([
  ['https://www.instagram.com/ninolobo', 'Instagram', true],
  ['https://www.instagram.com/p/Cx9', 'Instagram', false],
  ['https://www.tiktok.com/@nino.lobo', 'TikTok', true],
  ['https://www.youtube.com/@ninolobo', 'YouTube', true],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube', false],
  ['https://youtu.be/dQw4w9WgXcQ', 'YouTube', false],
  ['https://open.spotify.com/intl-es/artist/4Z8W4fKeB5YxbusRsdQVPb', 'Spotify', true],
  ['https://open.spotify.com/album/4Z8W4fKeB5YxbusRsdQVPb', 'Spotify', false],
  ['https://ninolobo.bandcamp.com/', 'Bandcamp', true],
  ['https://ninolobo.bandcamp.com/album/salitre', 'Bandcamp', false],
  ['https://bsky.app/profile/ninolobo.es', 'Bluesky', true],
  ['http://www.instagram.com/ninolobo', 'Instagram', false],
  ['https://instagram.com.evil.example/ninolobo', undefined, false],
  ['https://entradas.ninolobo.es/gira', undefined, false],
  ['mailto:a@instagram.com', undefined, false],
])('%s is of %s, and a profile: %s', (url, name, profile) => {
  expect(networkOf(url)?.name).toBe(name)
  expect(isProfile(url)).toBe(profile)
})
