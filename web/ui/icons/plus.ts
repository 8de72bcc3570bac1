import { createIcon } from './icon.tsx'

export const PlusIcon = /* @__PURE__ */ createIcon('M8 3v10M3 8h10')
