import type { Result } from '#client/index.ts'
import { useForm } from '#web/parts/use-form.ts'
import type { FormState } from './form-field.tsx'
import type { ResourceForm } from './resource-form.ts'

interface Submission<V, T> {
  readonly initial: () => V
  readonly send: (values: V) => Promise<Result<T> | null>
  readonly onDone: (data: T) => void
}

/** The state of a form that was declared by its fields. */
export function useResourceForm<R, V extends object, T>(form: ResourceForm<R, V>, submission: Submission<V, T>): FormState<V> {
  const { rules, refusals, looks } = form
  return { ...useForm<V, T>({ rules, refusals, ...submission }), looks }
}

interface Edit<R, V, T> {
  readonly resource: R
  /** Changes the values with which the form begins. */
  readonly start?: ((values: V) => V) | undefined
  /** Sends what differs from the resource. */
  readonly send: (changes: object) => Promise<Result<T> | null>
  readonly onDone: (data: T) => void
  /** Called instead where nothing differs. */
  readonly onSame: () => void
}

/** The state of a form that edits a resource. */
export const useEditForm = <R, V extends object, T>(form: ResourceForm<R, V>, { resource, start, send, onDone, onSame }: Edit<R, V, T>) =>
  useResourceForm<R, V, T>(form, {
    initial: () => start?.(form.valuesOf(resource)) ?? form.valuesOf(resource),
    send: async (values) => {
      const changes = form.changes(values, resource)
      if (Object.keys(changes).length > 0) return send(form.update(changes, resource))
      onSame()
      return null
    },
    onDone,
  })
