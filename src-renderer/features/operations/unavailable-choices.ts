import type { UnavailableChoice, FieldForm } from '../../../src-shared/ipc/views/operation-view.ts';

/** Reasons that are told of one field; more of them nobody reads. */
const MAX_REASONS = 3;

/** Options that are barred for one reason. */
export interface UnavailableGroup extends Pick<UnavailableChoice, 'issue' | 'ways'> {
  /** Empty: the reason is of the whole field, as of a switch. */
  readonly options: readonly UnavailableChoice['value'][];
}

/** What cannot be chosen of a field, one group for each reason; reasons that differ in the option alone are one. */
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
