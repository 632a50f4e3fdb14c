import { isFailure, together } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Loaded } from '#ui/loaded.tsx'
import { Page } from '#ui/page.tsx'
import type { readAppearance } from './appearance-data.ts'
import { AppearanceEditor } from './appearance-editor.tsx'

/** How a portal's page looks. */
export function AppearanceScreen({
  place,
  state,
  designs,
  typographies,
}: Awaited<ReturnType<typeof readAppearance>>) {
  const loaded = together({ state, designs, typographies })
  if (isFailure(loaded))
    return (
      <Page title={m['appearance.title']()}>
        <Loaded of={loaded} failed={m['appearance.loadFailed']()}>
          {() => null}
        </Loaded>
      </Page>
    )
  return (
    <AppearanceEditor
      key={place.portal.id}
      place={place}
      loaded={loaded.state}
      designs={loaded.designs}
      typographies={loaded.typographies}
    />
  )
}
