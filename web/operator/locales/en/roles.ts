export const roles = { owner: 'Owner', finance: 'Finance', support: 'Support', auditor: 'Auditor' } as const;
