import { createIcon } from './icon.tsx'

export const RefreshIcon = /* @__PURE__ */ createIcon('M13.5 3v3.5H10M2.5 13V9.5H6M13 6.5A5.3 5.3 0 0 0 3.7 5M3 9.5A5.3 5.3 0 0 0 12.3 11')
