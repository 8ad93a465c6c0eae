"""An agent that tries everything at random, under rules made at random, held against the phone's own data.

Nobody thinks of all ways to get something wrong past a guard. Here nobody has to: worlds in which names collide, rules
about them, and ways through the apps are drawn by chance, and whatever comes about that no rule asked for, as the phone
itself says, is a finding, made as short as it can be. What is right is worked out here from the phone's data alone.
"""
