import { useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { ErrorState } from '#ui/error-state.tsx'
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
  const router = useRouter()
  if (isFailure(state) || isFailure(designs) || isFailure(typographies))
    return (
      <Page title={m['appearance.title']()}>
        <ErrorState
          title={m['appearance.loadFailed']()}
          code={[state, designs, typographies].map((part) => failureCode(part)).find(Boolean)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  return (
    <AppearanceEditor
      key={place.portal.id}
      place={place}
      loaded={state}
      designs={designs}
      typographies={typographies}
    />
  )
}
