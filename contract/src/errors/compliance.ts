import { type ErrorRows, row } from './error-row.ts'

/** Mail that is kept by order. */
export const complianceErrors = {
  'compliance.nobody': row(400, 400270, [
    '请至少选择一名人员或一个部门',
    'Choose at least one person or department',
  ]),
  'compliance.range': row(400, 400271, [
    '起始时间须早于结束时间',
    'The beginning must be before the end',
  ]),
  'compliance.hold-gone': row(404, 404270, [
    '该合规保留不存在或已解除',
    'This legal hold is not there or was released',
  ]),
} as const satisfies ErrorRows
