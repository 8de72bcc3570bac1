const key = 'guildhall.typed'
/** Frames for which fields may appear that depend on others, such as those of an address after its country: about two seconds. */
const FRAMES_MAX = 120
const secret = /password|one-time-code|^cc-(?!name)/

type TypedField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The fields of the page's forms. Passwords and cards are not among them: they are never stored. */
const typedFields = () =>
  [...document.querySelectorAll<TypedField>('form :is(input, select, textarea)')].filter(
    ({ autocomplete, type }) => !secret.test(autocomplete) && !/password|hidden|file/.test(type),
  )

/** A field has the name of its value, or else that by which browsers fill it in. */
const nameOf = (field: TypedField) => field.name || field.autocomplete
const isCheckbox = (field: TypedField): field is HTMLInputElement => field.type === 'checkbox'

/** Stores what is typed on the page, in this tab only, until it is loaded again. */
export function storeTyped(): void {
  const values = typedFields().map((field) => [nameOf(field), isCheckbox(field) ? field.checked : field.value])
  try {
    sessionStorage.setItem(key, JSON.stringify([location.pathname, values]))
  } catch {
    // Without storage, it is typed again.
  }
}

/** Fills in what `storeTyped` stored for this page, and forgets it. */
export function restoreTyped(): void {
  let stored: string | null = null
  try {
    stored = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
  if (stored === null) return
  const [path, values] = JSON.parse(stored) as [string, [string, string | boolean][]]
  if (path === location.pathname) fillIn(values, FRAMES_MAX)
}

function fillIn(values: readonly [string, string | boolean][], frames: number): void {
  const fields = new Map(typedFields().map((field) => [nameOf(field), field]))
  const rest = values.filter(([name, value]) => {
    const field = fields.get(name)
    return field === undefined || !fill(field, value)
  })
  if (rest.length > 0 && frames > 0) requestAnimationFrame(() => fillIn(rest, frames - 1))
}

/** Fills in one field as its user would, so that React notices. False while it does not have that option. */
function fill(field: TypedField, value: string | boolean): boolean {
  if (typeof value === 'boolean') {
    if (isCheckbox(field) && field.checked !== value) field.click()
    return true
  }
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) return false
  if (field.value === value || field.disabled) return true
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  return true
}
