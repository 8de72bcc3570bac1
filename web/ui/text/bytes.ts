const MEGABYTE = 1_000_000
const GIGABYTE = 1_000_000_000

/** A size on disk in megabytes, from a gigabyte on in gigabytes: `38 MB`, `1.4 GB`. */
export function bytesText(bytes: number, locale: string): string {
  const [unit, size] = bytes < GIGABYTE ? ['megabyte', bytes / MEGABYTE] : ['gigabyte', bytes / GIGABYTE]
  const maximumFractionDigits = unit === 'gigabyte' && size < 100 ? 1 : 0
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(size)
}
