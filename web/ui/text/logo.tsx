/** The Guildhall logo, 20 px high. Decorative: the name is beside it. */
export function Logo() {
  return (
    <svg aria-hidden="true" className="block flex-none" height="20.6" viewBox="3 2.5 14 15" width="19.2">
      <path d="M3 17V8.2L10 3l7 5.2V17h-4v-4.5a3 3 0 0 0-6 0V17z" fill="currentColor" />
    </svg>
  )
}
