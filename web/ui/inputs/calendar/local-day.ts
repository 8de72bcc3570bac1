const two = (value: number) => String(value).padStart(2, '0')

/** The day (`2026-03-01`) of an instant in the local time zone. Pages that show no calendar use it as well. */
export const localDay = (at: Date): string => `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
