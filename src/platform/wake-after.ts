import type { AnyOperation, Implementation } from './handle.ts'

/** The same operation, that wakes a job once its transaction stands: what it left in the outbox goes out at once. */
export function wakeAfter<C extends AnyOperation>(
  job: string,
  implementation: Implementation<C>,
  inSeconds: (output: Awaited<ReturnType<Implementation<C>['run']>>) => number | undefined = () => undefined,
): Implementation<C> {
  const run: Implementation<C>['run'] = async (operation, context, input) => {
    const output = await implementation.run(operation, context, input)
    await context.services.wake(job, inSeconds(output))
    return output
  }
  return { ...implementation, run }
}
