import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failureCode, type Result } from '#client.ts'
import { Button } from './button.tsx'
import { type Form, useForm } from './form.ts'
import { toast } from './toast.tsx'

interface EntityForm<V, Entity> {
  /** Null for a new one. */
  entity: Entity | null
  valuesOf: (entity: Entity | null) => V
  /** Calls the API: an edit from the entity's version, or a create. */
  write: (values: V) => Promise<Result<Entity>>
  words: Record<'failed' | 'conflict' | 'reload' | 'saved', () => string> & { created?: () => string }
  /** Where a new one leads. */
  list?: string
}

/**
 * A form for one entity, new or old: one create however often the button is pressed, an edit from the version that one
 * has seen, and the way out when somebody else was faster.
 */
export function useEntityForm<V extends object, Entity>(
  options: EntityForm<V, Entity>,
): { form: Form<V>; save: () => Promise<void>; problem: ReactNode } {
  const { entity, valuesOf, write, words, list } = options
  const router = useRouter()
  const form = useForm(valuesOf(entity), words.failed())
  // What was refused as outdated: once a newer one has been loaded, nothing is.
  const [outdated, setOutdated] = useState<Entity | null>(null)
  const conflict = outdated !== null && outdated === entity

  const save = async () => {
    const saved = await form.send(async () => {
      const result = await write(form.values)
      setOutdated(failureCode(result) === 'stale' ? entity : null)
      return result
    })
    if (!saved) return
    form.reset(valuesOf(saved))
    toast((entity ? words.saved : (words.created ?? words.saved))())
    if (entity || !list) await router.invalidate()
    else await router.navigate({ to: list, ignoreBlocker: true })
  }
  const reload = async () => {
    form.reset()
    setOutdated(null)
    await router.invalidate()
  }
  const problem = conflict ? (
    <>
      {words.conflict()}{' '}
      <Button size="sm" onClick={reload}>
        {words.reload()}
      </Button>
    </>
  ) : (
    form.problem
  )
  return { form, save, problem }
}
