import { createIcon } from './icon.tsx'

export const ArchiveIcon = /* @__PURE__ */ createIcon('M2.5 3h11v3h-11zM3.5 6v6.5a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V6M6.5 9h3')
