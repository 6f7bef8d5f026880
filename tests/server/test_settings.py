"""The table of settings: each has a meaning, and numbers have limits that are kept."""

import pytest

from abbatia.server.settings import BadSettings, Setting, all_settings, read_settings

NUMBERS = [setting for setting in all_settings() if setting.kind in (int, float)]


@pytest.mark.parametrize("setting", all_settings(), ids=lambda setting: setting.name)
def test_a_setting_has_a_meaning_and_a_default_within_its_limits(setting: Setting) -> None:
    assert setting.meaning
    assert setting.variable == f"ABBATIA_{setting.name.upper()}"
    assert isinstance(setting.default, setting.kind)
    if setting.kind in (int, float):
        assert setting.limits is not None
        low, high = setting.limits
        assert isinstance(setting.default, int | float)
        assert low <= setting.default <= high


@pytest.mark.parametrize("setting", NUMBERS, ids=lambda setting: setting.name)
def test_a_number_beyond_its_limits_is_refused_by_name(setting: Setting) -> None:
    assert setting.limits is not None
    low, high = setting.limits
    for value in (low - 1, high + 1):
        text = str(int(value) if setting.kind is int else value)
        with pytest.raises(BadSettings) as refused:
            read_settings(environment={setting.variable: text})
        assert refused.value.message.key == "server.setting_limits"
        assert refused.value.message.args["setting"] == setting.variable
