import type { UnavailableChoice, FieldForm } from '../../../src-shared/ipc/views/operation-view.ts';

/** Maximum number of reasons shown per field. */
const MAX_REASONS = 3;

/** Options that are unavailable for the same reason. */
export interface UnavailableGroup extends Pick<UnavailableChoice, 'issue' | 'ways'> {
  /** Empty if the reason applies to the whole field, such as a switch. */
  readonly options: readonly UnavailableChoice['value'][];
}

/** Groups a field's unavailable choices by reason. Reasons that differ only in the option are combined. */
export function groupUnavailable(
  field: Pick<FieldForm, 'control'>,
  barred: readonly UnavailableChoice[],
): UnavailableGroup[] {
  const reasonOf = ({ issue, value }: UnavailableChoice): string =>
    typeof value === 'string' && value.length > 2 ? issue.message.replaceAll(value, '') : issue.message;
  const groups = Object.values(Object.groupBy(barred, reasonOf)).flatMap((group = []) => {
    const [first] = group;
    if (!first) return [];
    const isWhole = field.control.kind !== 'choice' || group.length >= field.control.options.length - 1;
    return [{ options: isWhole ? [] : group.map(({ value }) => value), issue: first.issue, ways: first.ways }];
  });
  return groups.slice(0, MAX_REASONS);
}
