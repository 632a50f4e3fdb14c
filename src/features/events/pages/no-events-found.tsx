import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'

/** A list whose filters leave nothing. */
export function NoEventsFound({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  return (
    <Empty
      drawing={false}
      title={q ? m['events.noResults.title']({ q }) : m['events.noResults.filtered']()}
      text={m['events.noResults.text']()}
      action={<Button onClick={onClear}>{m['ui.clearFilters']()}</Button>}
    />
  )
}
